import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorsOf } from './archiveProblems.js'
import { publishedPackages, root } from './workspace.js'

/** Where errors of the published packages say that they are described, by source. */
const stated = publishedPackages().flatMap(({ directory }) =>
  readdirSync(join(directory, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/docsPath: ('.+'),?$/gm)].map(([, value = '']) => ({
        file: relative(root, file),
        value,
      })),
    ),
)

describe('the place where an error is described', () => {
  it('is looked for in every package', () => expect(stated.length).toBeGreaterThan(4))

  it.each(stated)('is a heading of a document that is installed: $file', ({ value }) => {
    const [, name, path = '', anchor = ''] = /^'(@latchkey\/[a-z0-9-]+)\/(\S+\.md)#(\S+)'$/.exec(value) ?? []
    const owner = publishedPackages().find(({ manifest }) => manifest.name === name)
    expect(owner, `${value} begins with the name of a package`).toBeDefined()
    expect(path).toBe('README.md')
    expect(anchorsOf(readFileSync(join(owner?.directory ?? '', path), 'utf8'))).toContain(anchor)
  })
})
