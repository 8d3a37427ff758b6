/** The codes of `sourceLang`. */
export const LANGUAGE_CODES = (
	'am_ET ar bg bn bs ca cs cy da de el en en_CA en_GB es es_AR es_MX et fi fr fr_CA gu he_IL hi hr ' +
	'ht_HT hu hy id it ja kar_MM kk km ko lo lt lv mh_MH mi mn_MN mr ms my_MM nl nl_BE nn_NO no or pa ' +
	'pl pt pt_BR pt_MZ rn_BI ro ru rw_RW si sk sl so_SO sr sv sw_KE ta te th ti_ET tl_PH tr uk ur uz ' +
	'vi yo_NG zh zh_HANT zh_tw'
).split(' ');
