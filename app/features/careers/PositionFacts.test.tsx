import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PositionFacts } from './PositionFacts.tsx';

const labelsOf = (experience: string, location: string) =>
  Array.from(
    renderToStaticMarkup(<PositionFacts position={{ job_id: 'R-7', experience, location }} />).matchAll(
      /<dt>([^<]*)/gu,
    ),
    ([, label]) => label,
  );

test('a fact that a position lacks has no label', () => {
  expect(labelsOf('3 years', 'New York')).toEqual(['JD ID', 'Experience Level', 'Location']);
  expect(labelsOf('', '')).toEqual(['JD ID']);
});
