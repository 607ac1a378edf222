import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One page of the site that is written from a Markdown file of the repository. */
export interface SitePage {
  /** The file it is written from, from the repository's root. */
  readonly source: string
  /** Its address without slashes at the ends; empty for the first page. */
  readonly slug: string
  readonly title: string
}

export interface PageGroup {
  readonly label: string
  readonly pages: readonly SitePage[]
  /** Whether the menu shows its pages only when it is opened. */
  readonly collapsed?: boolean
}

/** Every page of the site but those that are made of sources, in the order in which the menu lists them. */
export function listPages(root: string): readonly PageGroup[] {
  const page = (source: string, slug: string): SitePage => ({
    source,
    slug,
    title: titleOf(readFileSync(join(root, source), 'utf8'), source),
  })
  const own = (name: string) => page(`site/pages/${name}.md`, name)
  const job = (name: string) => own(`jobs/${name}`)
  const listed = new Set<string>()
  const guide = (name: string, slug = name) => {
    listed.add(name)
    return page(`docs/${name}.md`, slug)
  }
  return [
    {
      label: 'Start',
      pages: [page('site/pages/index.md', ''), own('start'), guide('glossary')],
    },
    { label: 'Jobs', pages: [...jobs.map(job), guide('public-networks'), guide('sdks'), guide('scale')] },
    {
      label: 'Packages',
      collapsed: true,
      pages: [own('packages'), ...packageFolders(root).map((folder) => readme(page, folder))],
    },
    {
      label: 'Writing a plugin',
      collapsed: true,
      pages: [
        guide('plugins/README', 'plugins'),
        ...[
          'start',
          'chain',
          'connector',
          'feature',
          'sign-in',
          'sources',
          'capabilities',
          'errors',
          'testing',
          'publishing',
        ].map((name) => guide(`plugins/${name}`)),
      ],
    },
    {
      label: 'Reference',
      pages: [guide('hosts'), guide('translating'), guide('wallet-dialects'), guide('vectors')],
    },
    {
      label: 'Security',
      pages: [
        own('security'),
        ...markdownIn(root, 'docs/security').map((name) => guide(`security/${name}`)),
        guide('accessibility'),
        guide('sign-in-requests'),
      ],
    },
    {
      label: 'Choosing',
      pages: [own('compared'), page('bench/RESULTS.md', 'measured'), own('migration')],
    },
    {
      label: 'Coming over',
      pages: markdownIn(root, 'site/pages/coming-over').map((name) => own(`coming-over/${name}`)),
    },
    {
      label: 'How it is built',
      collapsed: true,
      pages: [
        guide('architecture', 'how-it-works'),
        page('CONTRIBUTING.md', 'contributing'),
        guide('releasing'),
        own('agents'),
        page('skills/latchkey/SKILL.md', 'skill'),
        guide('words'),
        guide('spec-coverage'),
        guide('reference-coverage'),
        // A document that nobody has given a better place yet.
        ...markdownIn(root, 'docs')
          .filter((name) => !listed.has(name))
          .map((name) => guide(name)),
      ],
    },
    {
      label: 'Examples',
      collapsed: true,
      pages: [
        'next-siwx',
        'node-siwx',
        'third-party-cosmos',
        'third-party-sui',
        'third-party-connector',
        'third-party-view',
        'third-party-guide',
      ].map((name) => page(`examples/${name}/README.md`, `examples/${name}`)),
    },
    {
      label: 'Decisions',
      collapsed: true,
      pages: markdownIn(root, 'docs/decisions').map((name) => guide(`decisions/${name}`)),
    },
  ]
}

/** The jobs of a host, one page each, in the order in which most hosts do them. */
const jobs = [
  'connect',
  'wagmi',
  'account',
  'send',
  'swap',
  'buy',
  'pay',
  'sign-in',
  'email-login',
  'smart-accounts',
  'networks',
  'theming',
  'words',
  'own-interface',
  'security-headers',
  'testing',
  'self-hosting',
]

/** The folders of the packages that are published, in the order of the menu. */
export function packageFolders(root: string): readonly string[] {
  const below = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
  return [
    'kernel',
    'ui-react',
    ...below('plugins').sort(),
    ...below('services').sort(),
    'testkit',
    'codemod',
    'mcp',
    'create',
    'create-plugin',
    'devstack',
  ]
}

/** The address of a package's page. A service and a plugin may have one name, so a service says that it is one. */
export const packageSlug = (folder: string): string =>
  `packages/${folder.replace(/^plugins\//, '').replace(/^services\//, 'service-')}`

const readme = (page: (source: string, slug: string) => SitePage, folder: string): SitePage =>
  page(`${folder}/README.md`, packageSlug(folder))

const markdownIn = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort()

function titleOf(text: string, source: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1]
  if (title === undefined)
    throw new Error(`${source} has no title. Begin it with a line such as "# Connect".`)
  return title.replaceAll('`', '')
}
