import { fileURLToPath } from 'node:url'
import type { JSHandle } from '@playwright/test'
import { build } from 'esbuild'

/**
 * Runs a function in the page with a wallet's control and one serialisable argument. The page must have been loaded
 * after the wallet was installed.
 */
export interface EvaluateControl<Control> {
  <argument, value>(
    action: (control: Control, argument: argument) => value | Promise<value>,
    argument: argument,
  ): Promise<value>
  <value>(action: (control: Control) => value | Promise<value>): Promise<value>
}

/** @param find Finds the control in the page, and throws when it is not there. */
export function evaluateControl<Control>(find: () => Promise<JSHandle<Control>>): EvaluateControl<Control> {
  return async (action: (control: Control, argument: never) => unknown, argument?: unknown) => {
    const control = await find()
    try {
      // The overloads say that the argument fits the action, and whose value comes back.
      return (await control.evaluate(
        action as (control: Control, argument: unknown) => unknown,
        argument,
      )) as never
    } finally {
      await control.dispose()
    }
  }
}

/** A module of this package as one script for a page. `path` is relative to `src`, without its extension. */
export async function injectScript(path: string): Promise<string> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const result = await build({
    entryPoints: [fileURLToPath(new URL(`../${path}.${extension}`, import.meta.url))],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    write: false,
  })
  const [output] = result.outputFiles
  if (!output) throw new Error('Bundling the test wallet gave no output.')
  return output.text
}
