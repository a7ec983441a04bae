/** The closed lists of words in which hardware is described. YAML, API and messages use the same spelling. */

export const gpuVendors = ['nvidia', 'amd', 'intel', 'huawei'] as const;
export type GpuVendor = (typeof gpuVendors)[number];

/** How the GPU is built in. `NVL`: PCIe cards joined by bridges; `NVL72`: a rack whose 72 GPUs share one NVLink domain. */
export const formFactors = ['SXM2', 'SXM4', 'SXM5', 'SXM6', 'PCIe', 'NVL', 'NVL72', 'OAM', 'Superchip'] as const;
export type FormFactor = (typeof formFactors)[number];

/** Number formats of a peak rate. `fp64` and `fp32` are the vector units, `fp64Tensor` the matrix units. */
export const precisions = ['fp64', 'fp64Tensor', 'fp32', 'tf32', 'fp16', 'bf16', 'fp8', 'fp4'] as const;
export type Precision = (typeof precisions)[number];

/** Links between the GPUs of one node. `hccs` is Huawei's. */
export const nodeLinkKinds = ['nvlink', 'infinity-fabric', 'pcie', 'ethernet', 'hccs'] as const;
export type NodeLinkKind = (typeof nodeLinkKinds)[number];

/**
 * How those links are laid out. `switched`: any pair gets the full rate. `full-mesh`: each pair has its own share, so a
 * group smaller than the node is slow. `cube-mesh`: some pairs have no link. `bridged`: only the cards under one bridge.
 */
export const nodeLinkLayouts = ['switched', 'full-mesh', 'cube-mesh', 'bridged'] as const;
export type NodeLinkLayout = (typeof nodeLinkLayouts)[number];

/** Transports between nodes, in the words of the offers. `other`: Slingshot and Omni-Path. */
export const fabricKinds = ['infiniband', 'roce', 'efa', 'gpudirect-tcpx', 'gpudirect-tcpxo', 'erdma', 'ethernet', 'other'] as const;
export type FabricKind = (typeof fabricKinds)[number];

/** Who says so, most trusted first. */
export const sourceKinds = ['vendor', 'filing', 'measured', 'third-party'] as const;
export type SourceKind = (typeof sourceKinds)[number];
