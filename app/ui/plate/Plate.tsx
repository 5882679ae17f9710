import { cx } from '../../shared/class-names.ts';
import { Picture, type PictureProps } from '../picture/Picture.tsx';
import styles from './Plate.module.css';

interface PlateProps extends Pick<PictureProps, 'image' | 'alt' | 'size' | 'eager'> {
  className?: string | undefined;
}

/**
 * An engineering drawing on the sunk ground, which also frames it. Its lines are light in the dark scheme. A photograph can take
 * its place; its colours do not change.
 */
export function Plate({ image, className, ...picture }: PlateProps) {
  return (
    <div className={cx(styles.plate, className)}>
      <Picture image={image} className={cx(styles.image, !image.opaque && styles.drawing)} {...picture} />
    </div>
  );
}
