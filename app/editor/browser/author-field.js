// The author of an article: a person of the company, chosen from a list, or a guest, whose name is typed.

const guest = ' guest';

/** Creates a control for `CMS.registerFieldType`. Its value is the id of a person, or `{ name }`. */
export function createAuthorField() {
  const { h, createClass } = window;
  return createClass({
    render() {
      const { value, field, forID, onChange, classNameWrapper } = this.props;
      const { options, maxlength } = field.toJS();
      const author = value?.toJS?.() ?? value;
      const isGuest = typeof author === 'object' && author !== null;
      return h(
        'div',
        { className: 'authorField' },
        h(
          'select',
          {
            id: forID,
            value: isGuest ? guest : (author ?? ''),
            onChange: ({ target }) => onChange(target.value === guest ? { name: '' } : target.value),
          },
          h('option', { value: '' }, 'Choose…'),
          ...options.map(({ label, value }) => h('option', { key: value, value }, label)),
          h('option', { value: guest }, 'A guest, by name…'),
        ),
        isGuest &&
          h('input', {
            type: 'text',
            className: classNameWrapper,
            'aria-label': 'Name of the guest',
            maxLength: maxlength,
            value: author.name ?? '',
            onChange: ({ target }) => onChange({ name: target.value }),
          }),
      );
    },
    isValid() {
      const author = this.props.value?.toJS?.() ?? this.props.value;
      const isGiven = typeof author === 'object' && author !== null ? author.name?.trim() : author;
      return isGiven ? true : { error: { message: 'Choose a person, or give the name of a guest.' } };
    },
  });
}
