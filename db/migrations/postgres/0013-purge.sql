-- The one call that asks a CDN to let go of its pages, shared by all instances: a later change takes the place of one that still waits.
CREATE TABLE cdn_purge (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  -- Of the content.
  version TEXT NOT NULL,
  -- The latest change, and the first one that no call was made for.
  requested_at TIMESTAMPTZ NOT NULL,
  waiting_since TIMESTAMPTZ NOT NULL,
  -- The change that the last successful call was made for.
  purged_at TIMESTAMPTZ,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TIMESTAMPTZ NOT NULL,
  -- Whoever calls holds the lease; it runs out when that process has died.
  lease TEXT,
  leased_until TIMESTAMPTZ
);
