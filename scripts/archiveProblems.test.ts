import { describe, expect, it } from 'vitest'
import { type Archive, anchorsOf, archiveProblems } from './archiveProblems.js'

const repository = 'https://example.org/owner/project'
const origin = {
  repository,
  directory: 'plugins/one',
  hasPath: (path: string) => path === 'docs/decisions/one.md',
}

const map = JSON.stringify({ sourcesContent: ['export const one = 1'] })

function archive(files: Record<string, string> = {}, manifest: object = {}): Archive {
  return {
    files: new Map(
      Object.entries({
        'package.json': '{}',
        'README.md': `# One\n\nSee [why](${repository}/blob/main/docs/decisions/one.md) and [below](#use-it).\n\n## Use it`,
        LICENSE: 'MIT',
        'CHANGELOG.md': '# One',
        'dist/index.d.ts': 'export {}',
        'dist/index.js': 'export const one = 1\n//# sourceMappingURL=index.js.map',
        'dist/index.js.map': map,
        ...files,
      }),
    ),
    manifest: {
      name: '@latchkey/plugin-one',
      description: 'One.',
      keywords: ['latchkey', 'latchkey-plugin'],
      homepage: `${repository}/tree/main/plugins/one#readme`,
      bugs: { url: `${repository}/issues` },
      author: 'Latchkey contributors',
      repository: { type: 'git', url: `git+${repository}.git`, directory: 'plugins/one' },
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      peerDependencies: { react: '^18.3.0 || ^19.0.0' },
      ...manifest,
    },
  }
}

const without = (name: string) => {
  const { manifest, files } = archive()
  return { manifest, files: new Map([...files].filter(([path]) => path !== name)) }
}

const react = {
  './react': { types: './dist/react/index.d.ts', default: './dist/react/index.js' },
}

const reactFiles = (code: string) => ({
  'dist/react/index.d.ts': 'export {}',
  'dist/react/index.js': `${code}\n//# sourceMappingURL=index.js.map`,
  'dist/react/index.js.map': map,
})

const marked = `'use client';\nexport { one } from './one.js'`

describe('archiveProblems', () => {
  it.each([
    ['a plain package', archive()],
    ['a client entry that says so', archive(reactFiles(marked), { exports: react })],
    [
      'a client entry below another that says so',
      archive(reactFiles(marked), { exports: { './react/sdk': react['./react'] } }),
    ],
    ['data that a module imports', archive({ 'dist/list.json': '[]', 'dist/read.d.ts': '' })],
  ])('finds nothing in %s', (name, sound) => {
    const files = new Map(sound.files)
    if (name.startsWith('data'))
      files.set('dist/index.js', `import list from './list.json'\n${files.get('dist/index.js')}`)
    expect(archiveProblems({ ...sound, files }, origin)).toEqual([])
  })

  it.each<[string, Archive, RegExp]>([
    ['no licence', without('LICENSE'), /^LICENSE is missing\.$/],
    ['no list of changes', without('CHANGELOG.md'), /^CHANGELOG\.md is missing\.$/],
    ['no repository', archive({}, { repository: undefined }), /"repository" must be/],
    ['no description', archive({}, { description: undefined }), /^"description" is missing\.$/],
    ['no author', archive({}, { author: undefined }), /^"author" is missing\.$/],
    [
      'another homepage',
      archive({}, { homepage: 'https://example.org' }),
      /^"homepage" must be .*#readme\.$/,
    ],
    ['no place for faults', archive({}, { bugs: undefined }), /^"bugs" must be .*\/issues"\}\.$/],
    [
      'a plugin that nobody finds',
      archive({}, { keywords: ['latchkey'] }),
      /^"keywords" must list "latchkey-plugin"/,
    ],
    [
      'an entry without its file',
      without('dist/index.d.ts'),
      /"\." names \.\/dist\/index\.d\.ts, which is not/,
    ],
    [
      'a style sheet without types',
      archive({ 'dist/styles.css': '' }, { exports: { './styles.css': './dist/styles.css' } }),
      /^"\.\/styles\.css" has no types\.$/,
    ],
    ['no source map', without('dist/index.js.map'), /^dist\/index\.js has no source map\.$/],
    [
      'a source map without sources',
      archive({ 'dist/index.js.map': '{"sources":["../src/index.ts"]}' }),
      /carries no sources/,
    ],
    ['test vectors', archive({ 'dist/utils/vectors/units.json': '{}' }), /for tests only/],
    ['data that nothing reads', archive({ 'dist/list.json': '[]' }), /read by nothing/],
    ['a test', archive({ 'dist/one.test.js': '' }), /one\.test\.js is for tests only/],
    [
      'a path of the repository',
      archive({ 'README.md': '[why](../../docs/one.md)' }),
      /leads nowhere outside/,
    ],
    [
      'a link to a page that is not there',
      archive({ 'README.md': `[why](${repository}/blob/main/docs/two.md)` }),
      /two\.md is not in the repository/,
    ],
    ['an anchor without a heading', archive({ 'README.md': '[why](#why)' }), /#why is dead/],
    [
      'an open peer range',
      archive({}, { peerDependencies: { react: '>=18.3.0' } }),
      /of react.*no upper end/,
    ],
    ['any version', archive({}, { dependencies: { zod: '*' } }), /of zod.*no upper end/],
    ['an exact version', archive({}, { dependencies: { zod: '4.6.7' } }), /zod is pinned to 4\.6\.7/],
    ['a word of the workspace', archive({}, { dependencies: { zod: 'catalog:' } }), /zod is left at/],
    [
      'a client entry that does not say so',
      archive(reactFiles(`export { one } from './one.js'`), { exports: react }),
      /react\/index\.js must begin with 'use client'/,
    ],
    [
      'a server entry that says so',
      archive({ 'dist/index.js': `${marked}\n//# sourceMappingURL=index.js.map` }),
      /index\.js must not say 'use client'/,
    ],
    [
      'a client entry that names nothing',
      archive(reactFiles(`'use client';\nexport * from './one.js'`), { exports: react }),
      /must name what it exports/,
    ],
  ])('finds %s', (_, faulty, sentence) => {
    const problems = archiveProblems(faulty, origin)
    expect(
      problems.some((problem) => sentence.test(problem)),
      problems.join('\n'),
    ).toBe(true)
  })
})

it('makes anchors as GitHub and npm do, and none of comments in code', () => {
  expect([...anchorsOf('# A `b`: c, d\n\n```sh\n# no heading\n```\n\n## e_f-g\n')]).toEqual([
    'a-b-c-d',
    'e_f-g',
  ])
})
