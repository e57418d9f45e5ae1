import { type ReactElement, useState } from 'react';

import type { Translate, TranslationKey } from '../../../site/i18n/translator.ts';
import { playMessageSound } from '../alerts/message-sound.ts';
import { switchNotificationsOff, switchNotificationsOn } from '../alerts/notifications.ts';
import { type AlertSettings, readAlertSettings, saveAlertSettings } from '../browser-data/alert-settings.ts';
import { Switch } from './switch.tsx';

/** Sound and notifications of new messages on this device. */
export function AlertSettingsPanel({ t }: { t: Translate }): ReactElement {
  const [settings, setSettings] = useState(readAlertSettings);
  const [error, setError] = useState<TranslationKey>();
  const change = (changed: Partial<AlertSettings>): void => {
    // Not `settings`: a switch that waits for the browser changes them as well.
    const next = { ...readAlertSettings(), ...changed };
    saveAlertSettings(next);
    setSettings(next);
  };
  const switchSound = (sound: boolean): void => {
    change({ sound });
    // The user hears it, and the browser allows it from now on.
    if (sound) playMessageSound();
  };
  const switchNotifications = async (on: boolean): Promise<void> => {
    setError(undefined);
    const outcome = on ? await switchNotificationsOn() : await switchNotificationsOff();
    if (outcome) setError(`alerts.${outcome}`);
    else change({ notifications: on });
  };
  return (
    <div className="panel">
      <h3>{t('alerts.title')}</h3>
      <p>{t('alerts.text')}</p>
      <Switch label={t('alerts.sound')} isOn={settings.sound} onSwitch={switchSound} />
      <Switch label={t('alerts.notifications')} isOn={settings.notifications} onSwitch={switchNotifications} />
      <p className="error" role="alert" hidden={!error}>
        {error && t(error)}
      </p>
      {settings.notifications && (
        <Switch
          label={t('alerts.names')}
          hint={t('alerts.namesHint')}
          isOn={settings.names}
          onSwitch={(names) => change({ names })}
        />
      )}
    </div>
  );
}
