import { spawnGroup } from './spawn-group.ts';

// A process with two programs, each of which has a child of its own and prints that child's process ID.

for (let program = 0; program < 2; program += 1)
  spawnGroup('sh', ['-c', 'sleep 600 & echo $!; wait']).stdout.pipe(process.stdout, { end: false });
