import icon from '../design/icon.svg';

/** The name of the product with its mark. */
export function Brand() {
  return (
    <>
      <img src={icon} alt="" width={22} height={22} />
      <span>Video Metadata</span>
    </>
  );
}
