import { Image, Puzzle, Shapes, Type } from 'lucide-react';
import { overlayName } from '../../../../shared/domain/document/names.ts';
import { Chip } from '../../../components/chip.tsx';
import { ListRow, Remark } from '../../../components/list-row.tsx';
import { objectName, type VideoDocument } from '../video-data.ts';
import type { Overlay } from './layer-edits.ts';
import { anchorOf, configOf, coreTypeOf, numberOf } from './overlay-config.ts';

export const CORE_TYPE_ICONS = { 'core:text': Type, 'core:image': Image, 'core:shape': Shapes } as const;

interface OverlayRowProps {
  overlay: Overlay;
  objects: VideoDocument['objects'];
  isSelected: boolean;
  isDraft: boolean;
  onSelect: () => void;
}

export function OverlayRow({ overlay, objects, isSelected, isDraft, onSelect }: OverlayRowProps) {
  const type = coreTypeOf(overlay);
  const Icon = type ? CORE_TYPE_ICONS[type] : Puzzle;
  const anchor = anchorOf(overlay);
  const object = anchor && Object.hasOwn(objects, anchor.object) ? objects[anchor.object] : undefined;
  return (
    <ListRow
      icon={<Icon size={14} aria-hidden="true" />}
      name={overlayName(overlay)}
      isSelected={isSelected}
      within
      onSelect={onSelect}
    >
      {isDraft && <Chip tone="warning">not saved</Chip>}
      {anchor && (
        <Remark>
          on <bdi>{object ? objectName(object) : 'an object that is gone'}</bdi>
        </Remark>
      )}
      <Remark>{spanOf(overlay)}</Remark>
    </ListRow>
  );
}

/** The frames of an overlay, if it is not seen in all. */
function spanOf(overlay: Overlay): string {
  const { firstFrame, lastFrame } = configOf(overlay);
  const [first, last] = [numberOf(firstFrame), numberOf(lastFrame)];
  return first === undefined && last === undefined ? '' : `${first ?? 0}–${last ?? ''}`;
}
