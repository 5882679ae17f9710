/** Stages of construction of a span; each includes the earlier ones. */
const stages = ['survey', 'towers', 'cable', 'load'] as const;
export type Stage = (typeof stages)[number];

/** The stage of one step of a method: the first step surveys, the last carries its load. */
export function stageOf(step: number, steps: number): Stage {
  const progress = steps > 1 ? step / (steps - 1) : 1;
  return stages[Math.round(progress * (stages.length - 1))] ?? 'load';
}

/** The tower at the left end of a span. */
export function towerOf(stage: Stage): 'none' | 'rising' | 'full' {
  if (stage === 'survey') return 'none';
  return stage === 'towers' ? 'rising' : 'full';
}
