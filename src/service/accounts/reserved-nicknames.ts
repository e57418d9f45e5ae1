interface ReservedWords {
  /** No part of a nickname may equal a title. */
  titles: string[];
  /** A nickname may not consist only of words, titles, digits and the brand. */
  words: string[];
}

/** Names of moderators and operators by language: no user may pass for staff. */
export const reservedNicknames: Record<string, ReservedWords> = {
  en: {
    titles: ['Moderator', 'Moderators', 'Moderation', 'Admin', 'Admins', 'Administrator', 'Administration', 'Support'],
    words: ['Mod', 'System', 'Staff', 'Team', 'Help', 'Helpdesk', 'Service', 'Customer', 'Security', 'Official'].concat(
      'Owner',
      'Operator',
      'Bot',
      'Root',
      'Info',
      'Chat',
      'The',
      'Webmaster',
    ),
  },
  de: {
    titles: ['Moderatorin', 'Moderatoren', 'Administratorin', 'Administratoren', 'Kundendienst', 'Kundenservice'],
    words: ['Hilfe', 'Dienst', 'Sicherheit', 'Betreiber', 'Betreiberin', 'Leitung', 'Offiziell'],
  },
  es: {
    titles: ['Moderador', 'Moderadora', 'Moderadores', 'Moderación', 'Administrador', 'Administradora'].concat(
      'Administradores',
      'Administración',
      'Soporte',
    ),
    words: ['Sistema', 'Equipo', 'Ayuda', 'Servicio', 'Atención', 'al', 'Cliente', 'Seguridad', 'Oficial', 'Técnico'],
  },
  fr: {
    titles: [
      'Modérateur',
      'Modératrice',
      'Modérateurs',
      'Modération',
      'Administrateur',
      'Administratrice',
      'Assistance',
    ],
    words: ['Système', 'Équipe', 'Aide', 'Sécurité', 'Officiel', 'Client', 'Exploitant'],
  },
  pl: {
    titles: [
      'Moderatorka',
      'Moderatorzy',
      'Moderacja',
      'Administratorka',
      'Administratorzy',
      'Administracja',
      'Wsparcie',
    ],
    words: ['Zespół', 'Pomoc', 'Obsługa', 'Klienta', 'Techniczne', 'Bezpieczeństwo', 'Oficjalny', 'Właściciel'],
  },
  pt: {
    titles: [
      'Moderador',
      'Moderadora',
      'Moderadores',
      'Moderação',
      'Administrador',
      'Administradora',
      'Administração',
    ].concat('Suporte'),
    words: ['Sistema', 'Equipe', 'Equipa', 'Ajuda', 'Serviço', 'Atendimento', 'Segurança', 'Oficial', 'Técnico'],
  },
  ru: {
    titles: ['Модератор', 'Модераторы', 'Модерация', 'Админ', 'Админы', 'Администратор', 'Администраторы'].concat(
      'Администрация',
      'Поддержка',
      'Поддержки',
      'Техподдержка',
      'Саппорт',
    ),
    words: [
      'Система',
      'Команда',
      'Помощь',
      'Сервис',
      'Служба',
      'Безопасность',
      'Официальный',
      'Владелец',
      'Оператор',
    ].concat('Бот', 'Чат', 'Чата'),
  },
  uk: {
    titles: ['Модератор', 'Модераторка', 'Модератори', 'Модерація', 'Адмін', 'Адміни', 'Адміністратор'].concat(
      'Адміністраторка',
      'Адміністратори',
      'Адміністрація',
      'Підтримка',
      'Підтримки',
      'Техпідтримка',
    ),
    words: ['Система', 'Команда', 'Допомога', 'Сервіс', 'Служба', 'Безпека', 'Офіційний', 'Власник', 'Оператор'].concat(
      'Бот',
      'Чат',
      'Чату',
    ),
  },
};
