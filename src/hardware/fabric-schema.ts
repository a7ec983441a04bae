import { z } from 'zod';
import { count, factOrNull, noteFile, positive, slug, sourceFile, text } from './fact-schema.ts';
import { fabricKinds } from './vocabulary.ts';

/** The form of `data/fabrics.yaml`: what joins the nodes of a cluster, and what was measured over it. */

const yesNo = z.enum(['yes', 'no']);
const share = z.number().positive().max(1.5);

/** Ends of what sources report; one of them may be unknown. */
const rangeOf = (end: z.ZodNumber) =>
  z
    .strictObject({ low: end.nullable(), high: end.nullable() })
    .refine((ends) => ends.low !== null || ends.high !== null, 'say at least one end, or leave the field out');

/**
 * One published figure. `threshold`: what an operator accepts, below what a healthy system does. Exactly one of the
 * last four fields says the result, so its unit is never in doubt.
 */
const measurementFile = z
  .strictObject({
    basis: z.enum(['measured', 'threshold']),
    operation: z.enum(['all-reduce', 'all-gather', 'all-to-all', 'point-to-point']),
    tool: text,
    bytes: count.optional(),
    system: text,
    ranks: count.optional(),
    nodes: count.optional(),
    note: text.optional(),
    source: slug,
    busBandwidthGBytePerS: positive.optional(),
    bandwidthGBytePerS: positive.optional(),
    bandwidthGbitPerS: positive.optional(),
    timeUs: positive.optional(),
  })
  .refine(
    (it) =>
      [it.busBandwidthGBytePerS, it.bandwidthGBytePerS, it.bandwidthGbitPerS, it.timeUs].filter((result) => result !== undefined).length ===
      1,
    'say exactly one result',
  );

export const fabricFile = z.strictObject({
  id: slug,
  kind: z.enum(fabricKinds),
  name: text,
  /** Where only one provider has it. */
  provider: slug.optional(),
  /** Line rate of one port, one direction. */
  portGbitPerS: factOrNull(positive),
  rdma: factOrNull(yesNo),
  /** Whether the network card reads and writes GPU memory without a copy through the host. */
  gpudirect: factOrNull(yesNo),
  /** Of a message of a few bytes, one way. */
  smallMessageLatencyUs: factOrNull(rangeOf(positive)),
  /** Share of the line rate that one port reaches between two nodes. */
  pointToPointShare: factOrNull(rangeOf(share)),
  /**
   * All-reduce bus bandwidth at the largest published size over the line rate of the node. Two nodes can exceed the
   * wire (only the payload itself crosses), so such rows may state the share of the wire instead; `detail` says so.
   */
  allReduceBusShare: factOrNull(rangeOf(share)),
  /** What one TCP flow may carry, by where its ends are. */
  singleFlowCaps: factOrNull(z.array(z.strictObject({ between: text, gbitPerS: positive })).min(1)),
  measurements: z.array(measurementFile).default([]),
  notes: z.array(noteFile).default([]),
});

export const fabricsFile = z.strictObject({ sources: z.record(slug, sourceFile), fabrics: z.array(fabricFile).min(1) });

export type FabricsFile = z.output<typeof fabricsFile>;
export type FabricFile = z.output<typeof fabricFile>;
export type FabricMeasurement = z.output<typeof measurementFile>;
