-- What the pages are used for, in sums: no row tells of one visitor.

-- How often a page was viewed on a day (UTC).
CREATE TABLE page_views (
  day TEXT COLLATE "C" NOT NULL,
  path TEXT COLLATE "C" NOT NULL,
  -- Of the page, as it was that day.
  title TEXT NOT NULL,
  views INTEGER NOT NULL,
  PRIMARY KEY (day, path)
);

-- How many measurements of a vital fell into a class of its histogram.
CREATE TABLE vital_counts (
  day TEXT COLLATE "C" NOT NULL,
  path TEXT COLLATE "C" NOT NULL,
  device TEXT NOT NULL CHECK (device IN ('phone', 'tablet', 'desktop')),
  vital TEXT NOT NULL CHECK (vital IN ('LCP', 'CLS', 'INP', 'FCP', 'TTFB')),
  -- Place of the class among the bounds that app/features/analytics/vitals.ts names.
  class INTEGER NOT NULL,
  measurements INTEGER NOT NULL,
  PRIMARY KEY (day, path, device, vital, class)
);
