import { Icon, type IconProps } from './Icon.js'

export function EditIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M14.5 5.5l4 4M4 20l1-4.5L16 4.6a1.7 1.7 0 0 1 2.4 0l1 1a1.7 1.7 0 0 1 0 2.4L8.5 19 4 20Z"
    />
  )
}
