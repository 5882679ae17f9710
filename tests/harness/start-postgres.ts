import type { TestProject } from 'vitest/node';
import { hasPostgres, startPostgres } from '../../app/platform/database/postgres.fixture.ts';

/** Runs the PostgreSQL server in which tests create their databases, where PostgreSQL is installed. */
export default async function startSharedPostgres({ provide }: TestProject): Promise<() => Promise<void>> {
  const cluster = hasPostgres ? await startPostgres() : undefined;
  provide('postgres', cluster?.adminUrl);
  return async () => cluster?.remove();
}
