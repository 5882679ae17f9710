import { cx } from '../../shared/class-names.ts';
import { Picture, type PictureProps } from '../picture/Picture.tsx';
import styles from './Plate.module.css';

interface PlateProps extends Pick<PictureProps, 'image' | 'alt' | 'size' | 'eager'> {
  className?: string | undefined;
}

/** An engineering drawing on the sunk ground, with light lines in the dark scheme, or a photograph, whose colours do not change. */
export function Plate({ image, className, ...picture }: PlateProps) {
  return (
    <div className={cx(styles.plate, className)}>
      <Picture image={image} className={cx(styles.image, !image.opaque && styles.drawing)} {...picture} />
    </div>
  );
}
