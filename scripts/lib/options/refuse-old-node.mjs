/** The first release of Node that Astro runs on. */
const NEEDED = [22, 12];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(
    `This is Node ${process.versions.node}, and the program needs ${NEEDED.join('.')} or later. Write npm run build: npm finds the Node that the program brings.`,
  );
  process.exit(1);
}
