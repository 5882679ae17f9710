import type { DatabaseSync, StatementSync } from 'node:sqlite';

export type Statements = ReturnType<typeof createStatements>;

/** Prepares the statements of a database at their first use, by the form of their results. */
export function createStatements(database: DatabaseSync) {
  return {
    /** Rows are objects. */
    statement: lazily((sql) => database.prepare(sql)),
    /** For writes: they return the rowid of the last insert, and rowids of the index exceed safe integers. */
    writing: lazily((sql) => {
      const prepared = database.prepare(sql);
      prepared.setReadBigInts(true);
      return prepared;
    }),
    /** Rows are arrays. */
    arrays: lazily((sql) => {
      const prepared = database.prepare(sql);
      prepared.setReturnArrays(true);
      return prepared;
    }),
  };
}

function lazily(prepare: (sql: string) => StatementSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => prepared.getOrInsertComputed(sql, prepare);
}
