import type { FaultCode, FaultParams } from '$src/faults/fault.ts';

/** Why a page cannot be shown: what a fault says, without being one, since it travels to the error page as data. */
export interface Refusal {
  readonly code: FaultCode;
  readonly params: FaultParams;
}
