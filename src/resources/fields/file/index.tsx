import { styled } from '@mui/material/styles';
import { formatBytes, isPicture, resizedPictureUrl } from '../../../../schemas/model/files.ts';
import { FILE_TYPES } from '../../../../schemas/model/fileTypes.ts';
import { Muted, NoValue } from '../../fieldKit/parts.tsx';
import { Picture, Thumbnail } from '../shared/pictures.ts';
import {
  matchType,
  type CellProps,
  type FieldTypeDefinition,
  type FieldValue,
} from '../../fieldKit/types.ts';
import { toStoredFile } from './storedFile.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const FileLink = styled('a')({
  color: 'var(--accent)',
  overflowWrap: 'anywhere',
});

const FileCell = ({ value }: CellProps) => {
  const file = toStoredFile(value);
  if (!file) return value == null || value === '' ? <NoValue /> : <Muted>{t('File')}</Muted>;
  if (!isPicture(file.type)) return <>{file.name}</>;
  return <Thumbnail src={resizedPictureUrl(file.url, 240)} alt={file.name} loading="lazy" decoding="async" />;
};

const FileDetail = (props: CellProps) => {
  const file = toStoredFile(props.value);
  if (!file) return <FileCell {...props} />;
  const { width, height } = file;
  const facts = [
    FILE_TYPES[file.type].label,
    width && height ? `${width} × ${height}` : '',
    formatBytes(file.size),
  ];
  return (
    <span style={{ display: 'inline-flex', flexDirection: 'column', alignItems: 'flex-start', gap: 6 }}>
      {isPicture(file.type) ? (
        <Picture src={resizedPictureUrl(file.url, 700)} alt={file.name} loading="lazy" decoding="async" />
      ) : null}
      <FileLink href={file.url} target="_blank" rel="noopener noreferrer">
        {file.name}
      </FileLink>
      <Muted>{facts.filter(Boolean).join(' · ')}</Muted>
    </span>
  );
};

const toFileName = (value: FieldValue): string => toStoredFile(value)?.name ?? '';

export const file: FieldTypeDefinition = {
  name: 'file',
  tester: matchType('file'),
  picture: true,
  notLinkable: true,
  Cell: FileCell,
  Detail: FileDetail,
  editor: () => import('./editor.tsx'),
  operators: [],
  toText: toFileName,
};
