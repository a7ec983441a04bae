import type { FaultCode, FaultParams } from '$src/faults/fault.ts';

/** Why a page cannot be shown, in codes that the error page says in the reader's language. */
export type Refusal =
  | { readonly code: FaultCode; readonly params: FaultParams }
  | { readonly code: 'address/malformed' | 'address/too-long' | 'address/unknown-language'; readonly params: FaultParams };
