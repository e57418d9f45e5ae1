/**
 * Names of moderators and operators by language, with spaces between them: no user may pass for staff. No part of a nickname may equal a
 * title, and a nickname may not consist only of words, titles, digits and the brand.
 */
export const reservedNicknames: Record<string, { titles: string; words: string }> = {
  en: {
    titles: 'Moderator Moderators Moderation Admin Admins Administrator Administration Support',
    words: `Mod System Staff Team Help Helpdesk Service Customer Security Official Owner Operator Bot Root Info Chat
      The Webmaster`,
  },
  de: {
    titles: 'Moderatorin Moderatoren Administratorin Administratoren Kundendienst Kundenservice',
    words: 'Hilfe Dienst Sicherheit Betreiber Betreiberin Leitung Offiziell',
  },
  es: {
    titles: `Moderador Moderadora Moderadores Moderación Administrador Administradora Administradores Administración
      Soporte`,
    words: 'Sistema Equipo Ayuda Servicio Atención al Cliente Seguridad Oficial Técnico',
  },
  fr: {
    titles: 'Modérateur Modératrice Modérateurs Modération Administrateur Administratrice Assistance',
    words: 'Système Équipe Aide Sécurité Officiel Client Exploitant',
  },
  pl: {
    titles: 'Moderatorka Moderatorzy Moderacja Administratorka Administratorzy Administracja Wsparcie',
    words: 'Zespół Pomoc Obsługa Klienta Techniczne Bezpieczeństwo Oficjalny Właściciel',
  },
  pt: {
    titles: 'Moderador Moderadora Moderadores Moderação Administrador Administradora Administração Suporte',
    words: 'Sistema Equipe Equipa Ajuda Serviço Atendimento Segurança Oficial Técnico',
  },
  ru: {
    titles: `Модератор Модераторы Модерация Админ Админы Администратор Администраторы Администрация Поддержка
      Поддержки Техподдержка Саппорт`,
    words: 'Система Команда Помощь Сервис Служба Безопасность Официальный Владелец Оператор Бот Чат Чата',
  },
  uk: {
    titles: `Модератор Модераторка Модератори Модерація Адмін Адміни Адміністратор Адміністраторка Адміністратори
      Адміністрація Підтримка Підтримки Техпідтримка`,
    words: 'Система Команда Допомога Сервіс Служба Безпека Офіційний Власник Оператор Бот Чат Чату',
  },
  ar: { titles: 'مشرف المشرف مدير المدير الإدارة الدعم', words: 'فريق خدمة الرسمي' },
  he: { titles: 'מנהל מנהלת הנהלה תמיכה אדמין', words: 'צוות שירות רשמי' },
  hi: { titles: 'एडमिन मॉडरेटर व्यवस्थापक सहायता', words: 'टीम सेवा आधिकारिक' },
  ja: { titles: '管理者 管理人 運営 モデレーター サポート', words: '公式 スタッフ チーム' },
  ko: { titles: '관리자 운영자 운영진 고객센터', words: '공식 지원 팀' },
  zh: { titles: '管理员 管理員 版主 客服 站长 站長', words: '官方 系统 系統 团队 團隊' },
};
