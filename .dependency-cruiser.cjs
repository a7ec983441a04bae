const path = require('node:path');

/**
 * Who may import whom. Each room of src/ names the rooms that it may use; everything else is an error, so a new room
 * can use nothing, and be used by nothing, until it has a line here. ARCHITECTURE.md tells why the order is what it is.
 */
const foundation = ['faults', 'units'];
const facts = [...foundation, 'hardware', 'catalogue'];
const beforeWords = [...facts, 'workload', 'network', 'forecast', 'fare', 'plan', 'launch', 'evidence'];

const mayUse = {
  faults: [],
  units: ['faults'],
  hardware: foundation,
  catalogue: [...foundation, 'hardware'],
  workload: facts,
  network: facts,
  forecast: [...facts, 'workload', 'network'],
  fare: [...facts, 'workload', 'network', 'forecast'],
  plan: [...facts, 'workload', 'network', 'forecast', 'fare'],
  launch: [...facts, 'workload', 'network', 'forecast', 'fare', 'plan'],
  evidence: [...facts, 'network'],
  words: beforeWords,
  answers: [...beforeWords, 'words'],
  reports: [...beforeWords, 'words', 'answers'],
  export: [...beforeWords, 'words', 'answers'],
};

/** Values in, values out: no clock, disk, network, environment or chance. tests/house/purity.test.ts checks the globals. */
const core = Object.keys(mayUse);

for (const [room, rooms] of Object.entries({
  snapshot: core,
  feeds: [...core, 'snapshot'],
  history: [...core, 'snapshot'],
  api: [...core, 'snapshot', 'feeds', 'history'],
  mcp: [...core, 'snapshot', 'feeds', 'history'],
  cli: [...core, 'snapshot', 'feeds', 'history'],
  jobs: [...core, 'snapshot', 'feeds', 'history'],
})) {
  mayUse[room] = rooms;
}

const anyOf = (names) => `(${names.join('|')})`;
const tests = '\\.test\\.m?[jt]s$';

const roomRules = Object.entries(mayUse).map(([room, rooms]) => ({
  name: `room-${room}`,
  comment: `src/${room} may use ${rooms.length === 0 ? 'no other room' : rooms.join(', ')}.`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: tests },
  to: { path: '^(src|web|tests|scripts)/', pathNot: `^src/${anyOf([room, ...rooms])}/` },
}));

const webServerSide = ['^web/hooks\\.server\\.ts$', '^web/lib/server/', '\\.server\\.ts$', '\\+server\\.ts$'];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'core-is-pure',
      comment: 'The core takes values and gives values: no module of Node. Let an edge read, and pass the value in.',
      severity: 'error',
      from: { path: `^src/${anyOf(core)}/`, pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'web-mounts-api-and-mcp-only',
      comment: 'The pages mount the API and MCP; a command or a job is another program.',
      severity: 'error',
      from: { path: '^web/', pathNot: tests },
      to: { path: '^(src/(cli|jobs)|tests|scripts)/' },
    },
    {
      name: 'small-zod-in-the-browser',
      comment: "The whole of zod weighs 92 kB gz in a page: use 'zod/mini' in what a browser may load.",
      severity: 'error',
      from: { path: '^web/', pathNot: [tests, ...webServerSide] },
      to: { path: 'node_modules/zod/', pathNot: 'node_modules/zod/(v4/)?mini/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'fixtures-are-for-tests',
      comment: 'Made-up offers must not find their way into the product.',
      severity: 'error',
      from: { path: '^(src|web)/', pathNot: [tests, '/fixtures/'] },
      to: { path: '/fixtures/' },
    },
    {
      name: 'scripts-stand-alone',
      comment: 'scripts/ run before anything is built or installed, so they import neither sources nor tests.',
      severity: 'error',
      from: { path: '^scripts/', pathNot: tests },
      to: { path: '^(src|web|tests)/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one module, or a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^[$](app|env|service-worker)(/|$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(dist|node_modules/[.]|[.]svelte-kit)/', '/[$]types$', '^src/words/compiled/'] },
    // Types are imports too: a type of a forbidden room ties the rooms together just the same.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: path.join(__dirname, 'tsconfig.json') },
    webpackConfig: { fileName: path.join(__dirname, '.dependency-cruiser.aliases.cjs') },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
