/** @type {import('stylelint').Config} */
export default {
  extends: ['stylelint-config-standard'],
  rules: {
    'color-named': 'never',
    // Class names are those of CSS Modules: they are read as properties of an object.
    'selector-class-pattern': ['^[a-z][a-zA-Z0-9]*$', { message: 'Class names are camelCase' }],
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
    'at-rule-no-unknown': [true, { ignoreAtRules: ['palette'] }],
    'function-no-unknown': [true, { ignoreFunctions: ['palette'] }],
    'custom-property-empty-line-before': null,
    'declaration-empty-line-before': null,
    'rule-empty-line-before': null,
    'no-descending-specificity': null,
    'at-rule-empty-line-before': null,
    'comment-empty-line-before': null,
    // `min-width` reads the same everywhere and is what the tokens' breakpoints are written in.
    'media-feature-range-notation': null,
    'declaration-property-value-no-unknown': [
      true,
      { ignoreProperties: { '/.*/': ['/anchor\\(/', '/palette\\(/', '/^--/'] } },
    ],
    'property-no-unknown': [true, { ignoreProperties: ['anchor-scope', 'position-try-fallbacks'] }],
  },
};
