/** What an efficiency is worth in a word: from 95% excellent, from 85% good, from 70% costly, below mostly waste. */
export type EfficiencyGrade = 'excellent' | 'good' | 'costly' | 'mostly-waste';

export function gradeOfEfficiency(share: number): EfficiencyGrade {
  if (share >= 0.95) return 'excellent';
  if (share >= 0.85) return 'good';
  return share >= 0.7 ? 'costly' : 'mostly-waste';
}
