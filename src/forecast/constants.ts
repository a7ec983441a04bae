/**
 * The constants of the step-time model: what no data sheet says. Each has one physical meaning and holds for all runs of
 * its kind; none belongs to a source. Their values, priors and provenance are in `data/calibration/forecast.yaml`.
 */
export const forecastConstantNames = [
  /** Share of the reachable matrix rate that products of a training step keep, by generation of GPU. */
  'productShareAmpere',
  'productShareHopper',
  'productShareBlackwell',
  'productShareOther',
  /** The same for 8-bit and 4-bit products, over their own reachable rate. */
  'productShareFp8Hopper',
  'productShareFp8Blackwell',
  'productShareFp4',
  /** Waves of output tiles, and inner width, at which a product reaches half of its rate. */
  'halfRateWaves',
  'halfRateInner',
  /** Time of a product whose per-GPU width is no multiple of 64, over that of one whose width is. */
  'misalignedSlowdown',
  /** Share of the 16-bit peak that attention scores reach, by kernel. */
  'attentionShareAmpere',
  'attentionShareHopperPlain',
  'attentionShareFused',
  'attentionShareBlackwell',
  /** Bytes of memory traffic per attention score where scores are written out. */
  'unfusedBytesPerScore',
  /** Passes over the activations of a layer outside products, forward. */
  'activationPasses',
  'activationPassesPlain',
  'castPasses',
  /** Time that starting the kernels of one block takes, forward, milliseconds. */
  'blockLaunchMs',
  'expertLaunchMs',
  /** Share of nccl-tests speed that collectives keep beside computation, in and between nodes. */
  'insideShare',
  'betweenShare',
  /** Share of communication that is not hidden, by kind of parallelism. */
  'tensorExposed',
  'tensorExposedEarly',
  'contextExposed',
  'expertExposed',
  'pipelineExposed',
  /** Time for which one micro-batch stops at the hand-overs of a pipeline that waits for them, milliseconds. */
  'handshakeMs',
  'dataExposedEarly',
  'dataHideable',
  'dataFloor',
  'shardedExposed',
  /** Memory traffic of the optimizer per parameter that a GPU owns, bytes. */
  'optimizerBytes',
  /** Fixed time of a step, milliseconds. */
  'stepOverheadMs',
  /** Growth of the step for each doubling of nodes. */
  'stragglerPerDoubling',
  /** Passes over routed tokens to sort and merge them. */
  'permutePasses',
  /** Slowest expert's tokens over the mean. */
  'expertImbalance',
  /** Bytes per logit that the loss moves. */
  'lossBytesPerLogit',
  /** Power to which the share of the usual power limit scales the matrix rate. */
  'powerExponent',
  /** Share of a forward pass that selective recomputation repeats, FSDP's way. */
  'selectiveRepeat',
  /** Convolutional networks: share of the 16-bit peak, passes over their activations, fixed time of a step. */
  'imageProductShare',
  'imagePasses',
  'imageStepMs',
] as const;

export type ForecastConstantName = (typeof forecastConstantNames)[number];
export type ForecastConstants = Readonly<Record<ForecastConstantName, number>>;
