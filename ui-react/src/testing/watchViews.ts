import type { PluginInput } from '@latchkey/kernel'
import { Feature, type Plugin, View, type ViewContribution } from '@latchkey/kernel/plugin'

/** Which views plugins add, and which of them were drawn. */
export interface ViewWatch {
  /** The plugins, watched. */
  watch<Input extends PluginInput>(plugins: Input): Input
  /** Ids of the views that were added and that nobody has drawn. */
  undrawn(): readonly string[]
  /** Ids of the views and features with a title or a label that is a plain text: no host can translate it. */
  plain(): readonly string[]
}

/**
 * Watches over a file of tests that every view of a plugin is drawn, so that a new one cannot be forgotten.
 *
 * @example
 * const views = watchViews()
 * it.each(scenarios)('%s can be translated', …createKernel([views.watch(swap())])…)
 * it('draws every view', () => expect(views.undrawn()).toEqual([]))
 */
export function watchViews(): ViewWatch {
  const added = new Set<string>()
  const drawn = new Set<string>()
  const plain = new Set<string>()

  function note(point: { readonly id: string }, contribution: unknown): unknown {
    if (point.id === Feature.id) {
      const { id, label } = contribution as { readonly id: string; readonly label: unknown }
      if (typeof label === 'string') plain.add(id)
    }
    if (point.id !== View.id) return contribution
    const view = contribution as ViewContribution & { readonly title?: unknown }
    added.add(view.id)
    if (typeof view.label === 'string' || typeof view.title === 'string') plain.add(view.id)
    const load = () => {
      drawn.add(view.id)
      return view.load()
    }
    return { ...view, load }
  }

  function watched(plugin: Plugin): Plugin {
    return {
      ...plugin,
      setup: (context, deps) =>
        plugin.setup(
          new Proxy(context, {
            get(target, name) {
              const value: unknown = Reflect.get(target, name)
              if (name !== 'add' || typeof value !== 'function') return value
              return (point: { readonly id: string }, contribution: unknown) =>
                Reflect.apply(value, target, [point, note(point, contribution)])
            },
          }),
          deps,
        ),
    }
  }

  const watch = (input: PluginInput): PluginInput =>
    Array.isArray(input)
      ? input.map(watch)
      : typeof input === 'object' && input !== null
        ? watched(input as Plugin)
        : input

  return {
    watch: watch as ViewWatch['watch'],
    undrawn: () => [...added].filter((id) => !drawn.has(id)),
    plain: () => [...plain],
  }
}
