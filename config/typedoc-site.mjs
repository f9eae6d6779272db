/**
 * A plugin of typedoc for the site: pages go by their first heading and modules by the name that one imports, and every page leads to the playground.
 */
import { readFileSync } from 'node:fs';
import { Converter, JSX, ReflectionKind } from 'typedoc';

/** The pages that are no reference: where they are below the site, and what they are called. */
const APPLICATIONS = [
  ['page/index.html', 'Playground'],
  ['page/count/index.html', 'What a text costs'],
];

export function load({ converter, renderer }) {
  converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const page of project.getReflectionsByKind(ReflectionKind.Document)) {
      const file = project.files.getReflectionPath(page) ?? '';
      const [, heading] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
      if (heading !== undefined) page.name = heading.replaceAll('`', '');
    }
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      module.name = module.name === 'index' ? 'handset' : `handset/${module.name}`;
    }
  });
  renderer.hooks.on('sidebar.begin', (context) =>
    APPLICATIONS.map(([path, name]) =>
      JSX.createElement('p', null, JSX.createElement('a', { href: context.relativeURL(path) }, name)),
    ),
  );
}
