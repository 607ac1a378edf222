import { Icon, type IconProps } from './Icon.js'

export function CopyIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M9 11a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7ZM15 9V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h3"
    />
  )
}
