import { type ComponentClass, type ComponentType, type FunctionComponent, memo, type ReactNode } from 'react'
import { containNode } from './containNode.js'
import { containCall, toRenderError } from './toRenderError.js'

// biome-ignore lint/suspicious/noExplicitAny: the slot decides the props; `view()` has checked them.
type AnyProps = any
type AnyFunction = (...inputs: readonly unknown[]) => unknown

/** What `memo`, `forwardRef` and `lazy` return. */
interface WrappedComponent {
  readonly $$typeof: unknown
  readonly type?: unknown
  readonly compare?: Parameters<typeof memo>[1] | null
  readonly render?: (props: AnyProps, ref: unknown) => ReactNode
  readonly _payload?: unknown
  readonly _init?: (payload: unknown) => unknown
}

const copies = new WeakMap<object, ComponentType<AnyProps>>()

/**
 * The same component, of which, and of those it renders, nothing is thrown that React cannot read; see
 * {@link toRenderError}. The same copy each time, so that React keeps its state.
 *
 * @throws TypeError when it is no component.
 */
export function containComponent(component: unknown): ComponentType<AnyProps> {
  const isObject = typeof component === 'function' || (typeof component === 'object' && component !== null)
  if (!isObject) throw new TypeError('Expected a component.')
  const known = copies.get(component)
  if (known) return known
  const copy = containCall(() => copyComponent(component))
  copies.set(component, copy)
  // One that was contained is not contained again.
  copies.set(copy, copy)
  return copy
}

function copyComponent(component: object): ComponentType<AnyProps> {
  if (typeof component === 'function') {
    if (isClass(component)) return containClass(component)
    return containFunction(component as FunctionComponent<AnyProps>)
  }
  const { $$typeof, type, compare, render, _payload, _init } = component as WrappedComponent
  if ($$typeof === Symbol.for('react.memo')) {
    const isEqual = compare && ((left: object, right: object) => containCall(() => compare(left, right)))
    return memo(containComponent(type), isEqual ?? undefined)
  }
  if ($$typeof === Symbol.for('react.forward_ref') && render) {
    return containFunction((props: AnyProps) => render(props, props.ref ?? null))
  }
  if ($$typeof === Symbol.for('react.lazy') && _init) {
    const load = (payload: unknown) => containCall(() => containComponent(_init(payload)))
    return { $$typeof, _payload, _init: load } as unknown as ComponentType<AnyProps>
  }
  // A context, whose members React reads; it has no code of its own.
  if ($$typeof === Symbol.for('react.context') || $$typeof === Symbol.for('react.consumer')) {
    return component as ComponentType<AnyProps>
  }
  throw new TypeError('Expected a component.')
}

function isClass(component: object): component is ComponentClass<AnyProps> {
  const { prototype } = component as { readonly prototype?: { readonly isReactComponent?: unknown } | null }
  return prototype?.isReactComponent !== undefined
}

function containFunction(render: FunctionComponent<AnyProps>): FunctionComponent<AnyProps> {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each component.
  return function Contained(props: AnyProps) {
    return containCall(() => containNode(render(props) as ReactNode))
  }
}

function containClass(component: ComponentClass<AnyProps>): ComponentType<AnyProps> {
  class Contained extends component {
    constructor(props: AnyProps) {
      try {
        super(props)
        // Those that are fields stand before those of the class.
        const { render } = this
        if (Object.hasOwn(this, 'render'))
          this.render = () => containCall(() => containNode(render.call(this)))
        containMethods(
          this,
          lifecycle.filter((name) => Object.hasOwn(this, name)),
        )
      } catch (thrown) {
        throw toRenderError(thrown)
      }
    }

    // An update that is a function runs while React renders.
    override setState(update: unknown, done?: () => void): void {
      const isFunction = typeof update === 'function'
      super.setState(isFunction ? containMethod(update as AnyFunction) : (update as object), done)
    }

    override render(): ReactNode {
      return containCall(() => containNode(super.render()))
    }
  }
  containMethods(Contained.prototype, lifecycle)
  containMethods(Contained, statics)
  return Contained
}

const containMethod = (method: AnyFunction) =>
  function contained(this: unknown, ...inputs: readonly unknown[]) {
    return containCall(() => Reflect.apply(method, this, inputs))
  }

/** Gives the class its own members, so that React reads none of the plugin's. */
function containMethods(holder: object, names: readonly string[]): void {
  for (const name of names) {
    const value: unknown = Reflect.get(holder, name)
    if (value === undefined) continue
    const own = typeof value === 'function' ? containMethod(value as AnyFunction) : value
    Object.defineProperty(holder, name, { value: own, configurable: true, writable: true })
  }
}

const lifecycle = [
  'componentDidMount',
  'componentDidUpdate',
  'componentWillUnmount',
  'componentDidCatch',
  'shouldComponentUpdate',
  'getSnapshotBeforeUpdate',
  'UNSAFE_componentWillMount',
  'UNSAFE_componentWillReceiveProps',
  'UNSAFE_componentWillUpdate',
]
const statics = ['getDerivedStateFromProps', 'getDerivedStateFromError', 'contextType', 'displayName']
