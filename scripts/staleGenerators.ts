import type { Manifest } from './workspace.js'

interface Release {
  readonly name: string
  readonly type: string
}

/**
 * Generators that would go on asking for the major before: the versions that new projects get stand in their `devDependencies`,
 * whose majors alone release nothing. Returns what is wrong, as sentences.
 */
export function staleGenerators(
  releases: readonly Release[],
  packages: readonly { readonly manifest: Pick<Manifest, 'name' | 'devDependencies'> }[],
): readonly string[] {
  const majors = releases.filter(({ type }) => type === 'major').map(({ name }) => name)
  const released = new Set(releases.filter(({ type }) => type !== 'none').map(({ name }) => name))
  return packages
    .map(({ manifest }) => manifest)
    .filter(({ name }) => name.startsWith('create-') && !released.has(name))
    .flatMap(({ name, devDependencies = {} }) =>
      majors
        .filter((major) => Object.hasOwn(devDependencies, major))
        .map(
          (major) =>
            `${major} goes major, and ${name} would go on writing projects for the one before. Give it a changeset.`,
        ),
    )
}
