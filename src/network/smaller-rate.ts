/**
 * The smaller of two rates, rounded where they cross: a transfer that meets two limits of about the same size reaches
 * neither. The norm of order 8 loses 8% where both are equal and nothing where one is twice the other.
 */
export function smallerRate(a: number, b: number): number {
  if (a === Number.POSITIVE_INFINITY) return b;
  if (b === Number.POSITIVE_INFINITY) return a;
  const ratio = a / b;
  const second = ratio * ratio;
  const fourth = second * second;
  return a / Math.sqrt(Math.sqrt(Math.sqrt(1 + fourth * fourth)));
}
