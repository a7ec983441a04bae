// Imported first by every command, so that an old Node ends here with one line instead of a syntax error further on.

/** True from Node 20.19 on; the odd releases in between (21, 23) are not supported upstream but work. */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

if (!isSupportedNode(process.versions.node)) {
  console.error(
    `clusterfare needs Node 20.19 or newer and this is ${process.versions.node}: install a newer one from https://nodejs.org or run \`nvm install\`.`,
  );
  process.exit(1);
}
