/**
 * Emoji and other characters of several code points, each with its name and its size.
 * @module
 */
import { h } from '../ui/dom.js';
import { type Cluster, clusterSize, MAX_CLUSTERS } from './clusters.js';

/** Clusters that are shown before the rest folds. */
const FIRST = 5;

/** A list of clusters; nothing for none. */
export function clustersList(clusters: readonly Cluster[]): HTMLElement | false {
  if (clusters.length === 0) return false;
  const lines = clusters.map(clusterLine);
  const rest = lines.slice(FIRST);
  const isCut = clusters.some(({ cutIn }) => cutIn !== undefined);
  return h(
    'section.clusters.stack.tight',
    h('h2', 'Emoji and composed characters'),
    h('ul', ...lines.slice(0, FIRST)),
    rest.length > 0 &&
      h('details', h('summary', `${rest.length} more${clusters.length === MAX_CLUSTERS ? ' or over' : ''}`), h('ul', ...rest)),
    isCut &&
      h(
        'p.hint',
        'A character is kept in one message where that takes no further message. A phone that joins messages shows it whole; one that does not shows pieces.',
      ),
  );
}

function clusterLine(cluster: Cluster): HTMLElement {
  const { text, name, codePoints, count, cutIn } = cluster;
  return h(
    'li',
    h('span.cluster-glyph', { 'aria-hidden': 'true' }, text),
    h(
      'span.cluster-words',
      h('strong', name),
      `, ${clusterSize(cluster)}${count > 1 ? `, ${count}×` : ''}`,
      h('span.hint.mono', codePoints.join(' ')),
      cutIn !== undefined && h('span.cluster-cut', `cut between messages ${cutIn} and ${cutIn + 1}`),
    ),
  );
}
