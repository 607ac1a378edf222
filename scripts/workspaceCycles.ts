import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.js'

export interface DependencyNode {
  readonly name: string
  /** Names of packages it asks for, for development too. */
  readonly needs: readonly string[]
}

interface WorkspaceManifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Everything of the workspace with what it asks for there, as the package manager sees it: peers count, too. */
export function workspaceNodes(): readonly DependencyNode[] {
  const children = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
  const folders = [
    'kernel',
    'ui-react',
    'testkit',
    'codemod',
    'mcp',
    'create',
    'create-plugin',
    'devstack',
    'e2e',
    'bench',
  ]
  const manifests = [...folders, ...children('plugins'), ...children('services'), ...children('examples')]
    .map((folder) => join(root, folder, 'package.json'))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as WorkspaceManifest)
  const names = new Set(manifests.map(({ name }) => name))
  return manifests.map(({ name, dependencies, devDependencies, optionalDependencies, peerDependencies }) => {
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies }
    return { name, needs: Object.keys(all).filter((needed) => names.has(needed)) }
  })
}

/** The packages that need themselves, through others; each as the way back to itself. */
export function findCycles(nodes: readonly DependencyNode[]): readonly (readonly string[])[] {
  const needsOf = new Map(nodes.map(({ name, needs }) => [name, needs]))
  const done = new Set<string>()
  const cycles: (readonly string[])[] = []
  const visit = (name: string, path: readonly string[]): void => {
    const start = path.indexOf(name)
    if (start >= 0) cycles.push([...path.slice(start), name])
    if (start >= 0 || done.has(name)) return
    for (const needed of needsOf.get(name) ?? []) visit(needed, [...path, name])
    done.add(name)
  }
  for (const { name } of nodes) visit(name, [])
  return cycles
}
