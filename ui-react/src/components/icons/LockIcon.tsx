import { Icon, type IconProps } from './Icon.js'

export function LockIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M6 12.5A1.5 1.5 0 0 1 7.5 11h9a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 18.5v-6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3"
    />
  )
}
