/** A bundler's report of the modules it took: the metafile of esbuild, or the output of Rollup and Vite. */
export interface BundleReport {
  /** Of esbuild, with `metafile: true`. */
  readonly inputs?: Readonly<Record<string, unknown>>
  /** Of Rollup and Vite: `output` of what `generate` or `build` returned. */
  readonly output?: readonly { readonly moduleIds?: readonly string[] }[]
}

/**
 * Lists the modules that a bundle is made of, for `imports` of {@link pluginSuite}. Bundle the plugin's main entry alone, without what it loads by
 * `import()`.
 *
 * @throws TypeError for what is neither report.
 * @example
 * const { metafile } = await build({ entryPoints: ['src/index.ts'], bundle: true, write: false, metafile: true, format: 'esm' })
 * pluginSuite({ test, create, imports: () => modulesOf(metafile) })
 */
export function modulesOf({ inputs, output }: BundleReport): readonly string[] {
  if (inputs) return Object.keys(inputs)
  if (output) return output.flatMap(({ moduleIds = [] }) => moduleIds)
  throw new TypeError(
    'Expected the metafile of esbuild, or the output of Rollup, found neither `inputs` nor `output`.',
  )
}
