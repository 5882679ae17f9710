import { spawnGroup } from './spawn-group.ts';

// A process with a program that has a child of its own and prints that child's process ID.

spawnGroup('sh', ['-c', 'sleep 600 & echo $!; wait']);
