import { type ComponentType, createElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import { type ChatContext, useChat } from '../state/chat-context.ts';
import { explainMissingScript } from './explain-missing-script.ts';

interface LazyProps {
  /** Stands in place of the component until its script is loaded. */
  fallback?: ReactNode;
  onFailed?: () => void;
}

/** Makes a component whose script is loaded when the component is first shown. From then on it is shown at once. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props & LazyProps) => ReactNode {
  let Part: ComponentType<Props> | undefined;
  const keep = async (): Promise<void> => {
    Part = (await load()).default;
  };
  return function LazyPart({ fallback, onFailed, ...props }) {
    // A banned user has no chat.
    const chat: ChatContext | undefined = useChat();
    const [isLoaded, setLoaded] = useState(!!Part);
    const fail = useEffectEvent(() => {
      if (chat) void explainMissingScript(chat);
      onFailed?.();
    });
    useEffect(() => {
      // Another place may have loaded the script since this one was rendered.
      if (!isLoaded) keep().then(() => setLoaded(true), fail);
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
    }, []);
    return Part ? createElement(Part, props as unknown as Props) : fallback;
  };
}
