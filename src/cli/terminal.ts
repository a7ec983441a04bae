/** Where a command reads and writes. Passed in, so that tests need no process. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly isColoured: boolean;
}

/** Exit codes of CONTRACT: done, fault, bad usage or input, a valid question whose answer is "none". */
export const exitCodes = { done: 0, fault: 1, badInput: 2, none: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
