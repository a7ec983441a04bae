/** Literature of the formulas; docs/methodology.md cites the same with sections. */
export const sources = {
  narayanan: { name: 'Narayanan et al. 2021', url: 'https://arxiv.org/abs/2104.04473' },
  korthikanti: { name: 'Korthikanti et al. 2022', url: 'https://arxiv.org/abs/2205.05198' },
  roofline: { name: 'Williams, Waterman, Patterson 2009', url: 'https://doi.org/10.1145/1498765.1498785' },
  matrixGuide: {
    name: 'NVIDIA, Matrix Multiplication Background',
    url: 'https://docs.nvidia.com/deeplearning/performance/dl-performance-matrix-multiplication/index.html',
  },
  zero: { name: 'Rajbhandari et al. 2020', url: 'https://arxiv.org/abs/1910.02054' },
  fsdp: { name: 'Zhao et al. 2023', url: 'https://arxiv.org/abs/2304.11277' },
  hockney: { name: 'Hockney 1994', url: 'https://doi.org/10.1016/S0167-8191(06)80021-9' },
  thakur: { name: 'Thakur, Rabenseifner, Gropp 2005', url: 'https://doi.org/10.1177/1094342005051521' },
  sanders: { name: 'Sanders, Speck, Träff 2009', url: 'https://doi.org/10.1016/j.parco.2009.09.001' },
  ncclTests: { name: 'nccl-tests, PERFORMANCE.md', url: 'https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md' },
  palm: { name: 'Chowdhery et al. 2022', url: 'https://arxiv.org/abs/2204.02311' },
} as const;
