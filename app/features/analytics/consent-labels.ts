/** The copy of the consent banner, from the site's content. */
export interface ConsentLabels {
  readonly heading: string;
  readonly text: string;
  /** Link to the privacy policy. */
  readonly policy: { readonly label: string; readonly to: string };
  /** Label of the button that reopens the choice. */
  readonly settings: string;
}
