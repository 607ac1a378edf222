import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Document {
  /** From the repository's root: `plugins/swap/README.md`. */
  readonly path: string
  readonly title: string
}

export interface DocumentGroup {
  readonly title: string
  readonly documents: readonly Document[]
}

/** Every document of the repository that a reader of the page may want, in the order to look through them. */
export function listDocuments(root: string): readonly DocumentGroup[] {
  const group = (title: string, paths: readonly string[]): DocumentGroup => ({
    title,
    documents: paths.map((path) => ({ path, title: titleOf(readFileSync(join(root, path), 'utf8'), path) })),
  })
  return [
    group('Start', [
      'README.md',
      ...['start', 'packages', 'security', 'compared', 'migration'].map((name) => `site/pages/${name}.md`),
      'kernel/README.md',
      'ui-react/README.md',
      ...guides(root, 'docs'),
      ...guides(root, 'docs/security'),
      ...guides(root, 'docs/plugins'),
    ]),
    group('Jobs', guides(root, 'site/pages/jobs')),
    group('Coming over', guides(root, 'site/pages/coming-over')),
    group('Chains, wallets and features', readmes(root, 'plugins')),
    group('Services', readmes(root, 'services')),
    group('Tools and examples', [
      'testkit/README.md',
      'devstack/README.md',
      'codemod/README.md',
      'mcp/README.md',
      'create/README.md',
      'create-plugin/README.md',
      ...readmes(root, 'examples'),
    ]),
    group('Measured', ['bench/RESULTS.md']),
    group('How it’s built', ['CONTRIBUTING.md', ...guides(root, 'docs/decisions')]),
  ]
}

const guides = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ name }) => `${folder}/${name}`)
    .sort()

const readmes = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => readdirSync(join(root, folder, name)).includes('README.md'))
    .map((name) => `${folder}/${name}/README.md`)
    .sort()

const titleOf = (text: string, path: string): string =>
  /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path
