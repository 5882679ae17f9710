/** The copy of the consent banner, from the site's content. */
export interface ConsentLabels {
  readonly heading: string;
  readonly text: string;
  /** Where more is said. */
  readonly policy: { readonly label: string; readonly to: string };
  /** Names the control by which a choice is changed. */
  readonly settings: string;
}
