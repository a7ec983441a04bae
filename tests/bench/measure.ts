/** Times of many runs of one thing, in milliseconds. */
export interface Timing {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Runs `work` over `inputs` in turn, warm-up first, and gives the middle and the slow end of the single runs. */
export function measure<T>(name: string, inputs: readonly T[], runs: number, work: (input: T) => unknown): Timing {
  const input = (run: number): T => inputs[run % inputs.length] as T;
  for (let run = 0; run < Math.min(runs, inputs.length * 3); run++) work(input(run));
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = process.hrtime.bigint();
    work(input(run));
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  return summarise(name, times);
}

/** Middle and slow end of times in milliseconds. */
export function summarise(name: string, times: readonly number[]): Timing {
  const sorted = [...times].sort((a, b) => a - b);
  return { name, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** Prints timings beside the first of them: all ratios come from this run on this machine. */
export function printTimings(title: string, timings: readonly Timing[]): void {
  const first = timings[0];
  console.log(`\n${title}`);
  console.log(`${'what'.padEnd(44)} ${'p50 ms'.padStart(9)} ${'p99 ms'.padStart(9)}   ratio to first (p50)`);
  for (const timing of timings) {
    const ratio = first === undefined ? 1 : timing.p50 / first.p50;
    console.log(
      `${timing.name.padEnd(44)} ${timing.p50.toFixed(3).padStart(9)} ${timing.p99.toFixed(3).padStart(9)}   ${ratio.toFixed(2)}`,
    );
  }
}

/** A repeatable stream of numbers from 0 to below 1 (mulberry32, T. Ettinger 2017). */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
