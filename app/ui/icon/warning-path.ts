/** Path of the icon `warning`, which a script draws, too. */
export const warningPath = 'M12 3L22 20.5H2ZM12 9.5V14M12 16.6V17.8';
