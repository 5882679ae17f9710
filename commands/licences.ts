import { fileURLToPath } from 'node:url';
import { readLicences, refusedLicences } from './licences/read-licences.ts';
import { parseCommandLine, runProgram } from './terminal/command-line.ts';

// `npm run licences`: lists the licence of each production package, and fails for one that is not accepted.

const usage = `Usage: npm run licences

Lists the licence of each production package. It exits with 1 if one of them is not accepted.
`;

await runProgram({ script: 'licences', usage }, async (args) => {
  parseCommandLine({ args, options: {} });
  const packages = readLicences(fileURLToPath(new URL('../package-lock.json', import.meta.url)));
  for (const [licence, names] of packages) console.log(`${licence}\n  ${names.join('\n  ')}`);
  const refused = refusedLicences(packages);
  if (refused.length > 0) {
    console.error(
      `Not in the list of accepted licences: ${refused.join(', ')}. Have them cleared, then add them to commands/licences`,
    );
    process.exitCode = 1;
  }
});
