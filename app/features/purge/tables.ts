/** The table of `db/migrations` for the pending purge; times are ISO 8601 in UTC. */
export type PurgeTables = {
  /** One row. */
  cdn_purge: {
    id: number;
    version: string;
    requested_at: string;
    waiting_since: string;
    purged_at: string | null;
    attempts: number;
    next_attempt_at: string;
    lease: string | null;
    leased_until: string | null;
  };
};
