import { type ComponentClass, type ComponentType, type FunctionComponent, memo } from 'react'
import { toRenderError } from './toRenderError.js'

// biome-ignore lint/suspicious/noExplicitAny: the slot decides the props; `view()` has checked them.
type AnyProps = any

/** What `memo` and `forwardRef` return. */
interface WrappedComponent {
  readonly $$typeof: unknown
  readonly type?: unknown
  readonly compare?: Parameters<typeof memo>[1] | null
  readonly render?: (props: AnyProps, ref: unknown) => ReturnType<FunctionComponent>
}

/**
 * The same component, of which nothing is thrown that React cannot read; see {@link toRenderError}. Reaches the
 * component itself and not those it renders.
 *
 * @throws TypeError when it is no component.
 */
export function containComponent(component: unknown): ComponentType<AnyProps> {
  if (typeof component === 'function') {
    if (isClass(component)) return containClass(component)
    return containFunction(component as FunctionComponent<AnyProps>)
  }
  if (typeof component !== 'object' || component === null) throw new TypeError('Expected a component.')
  const { $$typeof, type, compare, render } = component as WrappedComponent
  if ($$typeof === Symbol.for('react.memo')) return memo(containComponent(type), compare ?? undefined)
  if ($$typeof === Symbol.for('react.forward_ref') && render) {
    return containFunction((props: AnyProps) => render(props, props.ref ?? null))
  }
  return component as ComponentType<AnyProps>
}

function isClass(component: object): component is ComponentClass<AnyProps> {
  const { prototype } = component as { readonly prototype?: { readonly isReactComponent?: unknown } | null }
  return prototype?.isReactComponent !== undefined
}

function containFunction(render: FunctionComponent<AnyProps>): FunctionComponent<AnyProps> {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each component, when its module is loaded.
  return function Contained(props: AnyProps) {
    return contain(() => render(props))
  }
}

function containClass(component: ComponentClass<AnyProps>): ComponentType<AnyProps> {
  class Contained extends component {
    constructor(props: AnyProps) {
      try {
        super(props)
      } catch (thrown) {
        throw toRenderError(thrown)
      }
    }
  }
  const own = Contained.prototype as unknown as Record<string, unknown>
  for (const name of lifecycle) {
    const method = own[name]
    if (typeof method !== 'function') continue
    own[name] = function contained(this: unknown, ...inputs: unknown[]) {
      return contain(() => Reflect.apply(method, this, inputs))
    }
  }
  return Contained
}

const lifecycle = [
  'render',
  'componentDidMount',
  'componentDidUpdate',
  'componentWillUnmount',
  'shouldComponentUpdate',
  'getSnapshotBeforeUpdate',
]

function contain<T>(run: () => T): T {
  try {
    return run()
  } catch (thrown) {
    throw toRenderError(thrown)
  }
}
