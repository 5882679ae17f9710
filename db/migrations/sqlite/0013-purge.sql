-- The one call that asks a CDN to let go of its pages, shared by all instances: a later change takes the place of one that still waits.
CREATE TABLE cdn_purge (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  -- Of the content.
  version TEXT NOT NULL,
  -- The latest change, and the first one that no call was made for.
  requested_at TEXT NOT NULL,
  waiting_since TEXT NOT NULL,
  -- The change that the last successful call was made for.
  purged_at TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  -- Whoever calls holds the lease; it runs out when that process has died.
  lease TEXT,
  leased_until TEXT
) STRICT;
